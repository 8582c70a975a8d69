// Loaded before a command: writes to the file that USAGE_FILE names the most memory that it had, in bytes.
const { writeFileSync } = require('node:fs');

process.on('exit', () => {
  const bytes = process.resourceUsage().maxRSS * 1024;
  writeFileSync(process.env.USAGE_FILE, JSON.stringify({ bytes }));
});
