// Both modules as one, of which the build makes a file that Jest can require before Node 24.9.
require('@hyperjump/json-schema/formats');
module.exports = require('@hyperjump/json-schema/draft-2020-12');
