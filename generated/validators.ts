// @generated from spec/openapi.yaml by npm run generate; do not edit
/* eslint-disable */

// @ts-nocheck: compiled code, without types
import * as runtime from 'openapi-trellis/contract/runtime';

export const validators: runtime.Validators = ((exports) => {
const func0 = Object.prototype.hasOwnProperty;
function validate0(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
const _errs0 = errors;
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if(((data.name === undefined) || (!(func0.call(data, "name")))) && (missing0 = "name")){
validate0.errors = [{instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: missing0}}];
return false;
}
else {
if(data.name !== undefined && func0.call(data, "name")){
let data0 = data.name;
const _errs1 = errors;
if(typeof data0 !== "string"){
validate0.errors = [{instancePath:instancePath+"/name",schemaPath:"#/properties/name/type",keyword:"type",params:{type: "string"}}];
return false;
}
const _errs2 = errors;
if(errors === _errs1){
}
var valid0 = _errs1 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.tag !== undefined && func0.call(data, "tag")){
let data1 = data.tag;
const _errs3 = errors;
if(typeof data1 !== "string"){
validate0.errors = [{instancePath:instancePath+"/tag",schemaPath:"#/properties/tag/type",keyword:"type",params:{type: "string"}}];
return false;
}
const _errs4 = errors;
if(errors === _errs3){
}
var valid0 = _errs3 === errors;
}
else {
var valid0 = true;
}
if(valid0){
}
}
}
}
else {
validate0.errors = [{instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"}}];
return false;
}
if(errors === 0){
}
}
validate0.errors = vErrors;
return errors === 0;
}
const schema1 = {"type":"object","required":["error","message"],"properties":{"error":{"type":"integer","enum":[40000,40001,40002,40003,40004,40101,40102,40301,40401,40501,40601,40801,40901,41301,41501,41701,42901,43101,50001,50101,50301],"integerFormat":{"format":"int32","minimum":"-2147483648","maximum":"2147483647"},"exactInteger":true},"message":{"type":"string"}}};
const func6 = runtime["isExactInteger"];
const func7 = runtime["isIntegerWithin"];
function validate1(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
const _errs0 = errors;
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if((((data.error === undefined) || (!(func0.call(data, "error")))) && (missing0 = "error")) || (((data.message === undefined) || (!(func0.call(data, "message")))) && (missing0 = "message"))){
validate1.errors = [{instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: missing0}}];
return false;
}
else {
if(data.error !== undefined && func0.call(data, "error")){
let data0 = data.error;
const _errs1 = errors;
if(!((typeof data0 == "number") && (!(data0 % 1) && !isNaN(data0)))){
validate1.errors = [{instancePath:instancePath+"/error",schemaPath:"#/properties/error/type",keyword:"type",params:{type: "integer"}}];
return false;
}
const _errs2 = errors;
const vSchema0 = schema1.properties.error.enum;
if(!(((((((((((((((((((((data0 === 40000) || (data0 === 40001)) || (data0 === 40002)) || (data0 === 40003)) || (data0 === 40004)) || (data0 === 40101)) || (data0 === 40102)) || (data0 === 40301)) || (data0 === 40401)) || (data0 === 40501)) || (data0 === 40601)) || (data0 === 40801)) || (data0 === 40901)) || (data0 === 41301)) || (data0 === 41501)) || (data0 === 41701)) || (data0 === 42901)) || (data0 === 43101)) || (data0 === 50001)) || (data0 === 50101)) || (data0 === 50301))){
validate1.errors = [{instancePath:instancePath+"/error",schemaPath:"#/properties/error/enum",keyword:"enum",params:{allowedValues: schema1.properties.error.enum}}];
return false;
}
else {
}
if(errors === _errs1){
if(typeof data0 == "number"){
if(!func6.call(this, data0, data, "error")){
validate1.errors = [{instancePath:instancePath+"/error",schemaPath:"#/properties/error/exactInteger",keyword:"exactInteger",params:{limits: true}}];
return false;
}
else {
if(!func7.call(this, data0, data, "error", {"format":"int32","minimum":"-2147483648","maximum":"2147483647"})){
validate1.errors = [{instancePath:instancePath+"/error",schemaPath:"#/properties/error/integerFormat",keyword:"integerFormat",params:{limits: {"format":"int32","minimum":"-2147483648","maximum":"2147483647"}}}];
return false;
}
else {
}
}
}
if(errors === _errs1){
}
}
var valid0 = _errs1 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.message !== undefined && func0.call(data, "message")){
let data1 = data.message;
const _errs3 = errors;
if(typeof data1 !== "string"){
validate1.errors = [{instancePath:instancePath+"/message",schemaPath:"#/properties/message/type",keyword:"type",params:{type: "string"}}];
return false;
}
const _errs4 = errors;
if(errors === _errs3){
}
var valid0 = _errs3 === errors;
}
else {
var valid0 = true;
}
if(valid0){
}
}
}
}
else {
validate1.errors = [{instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"}}];
return false;
}
if(errors === 0){
}
}
validate1.errors = vErrors;
return errors === 0;
}
function validate2(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(typeof data !== "string"){
validate2.errors = [{instancePath,schemaPath:"#/type",keyword:"type",params:{type: "string"}}];
return false;
}
const _errs0 = errors;
if(errors === 0){
}
validate2.errors = vErrors;
return errors === 0;
}
function validate3(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(!((typeof data == "number") && (!(data % 1) && !isNaN(data)))){
validate3.errors = [{instancePath,schemaPath:"#/type",keyword:"type",params:{type: "integer"}}];
return false;
}
const _errs0 = errors;
if(errors === 0){
if(typeof data == "number"){
if(data < 0 || isNaN(data)){
validate3.errors = [{instancePath,schemaPath:"#/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0}}];
return false;
}
else {
if(!func6.call(this, data, parentData, parentDataProperty)){
validate3.errors = [{instancePath,schemaPath:"#/exactInteger",keyword:"exactInteger",params:{limits: true}}];
return false;
}
else {
}
}
}
if(errors === 0){
}
}
validate3.errors = vErrors;
return errors === 0;
}
const func10 = runtime["checkOnce"];
const func13 = runtime["isInt64"];
function validate4(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
const _errs0 = errors;
var valid1 = func10.call(this, validate0, data, {instancePath,parentData,parentDataProperty,rootData});
if(!valid1){
vErrors = vErrors === null ? validate0.errors : vErrors.concat(validate0.errors);
errors = vErrors.length;
}
if(valid1){
}
var valid0 = _errs0 === errors;
if(valid0){
const _errs1 = errors;
const _errs2 = errors;
if(errors === _errs1){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if(((data.id === undefined) || (!(func0.call(data, "id")))) && (missing0 = "id")){
validate4.errors = [{instancePath,schemaPath:"#/allOf/1/required",keyword:"required",params:{missingProperty: missing0}}];
return false;
}
else {
if(data.id !== undefined && func0.call(data, "id")){
let data0 = data.id;
const _errs3 = errors;
if(!((typeof data0 == "number") && (!(data0 % 1) && !isNaN(data0)))){
validate4.errors = [{instancePath:instancePath+"/id",schemaPath:"#/allOf/1/properties/id/type",keyword:"type",params:{type: "integer"}}];
return false;
}
const _errs4 = errors;
if(errors === _errs3){
if(typeof data0 == "number"){
if(!func13.call(this, data0, data, "id", {})){
validate4.errors = [{instancePath:instancePath+"/id",schemaPath:"#/allOf/1/properties/id/int64",keyword:"int64",params:{limits: {}}}];
return false;
}
else {
}
}
if(errors === _errs3){
}
}
var valid2 = _errs3 === errors;
}
else {
var valid2 = true;
}
if(valid2){
}
}
}
else {
validate4.errors = [{instancePath,schemaPath:"#/allOf/1/type",keyword:"type",params:{type: "object"}}];
return false;
}
if(errors === _errs1){
}
}
var valid0 = _errs1 === errors;
if(valid0){
}
}
if(errors === 0){
}
validate4.errors = vErrors;
return errors === 0;
}
exports["response /components/schemas/Plant"] = validate0;
exports["response /components/schemas/Error"] = validate1;
exports["response /components/responses/Unauthorized/headers/WWW-Authenticate/schema"] = validate2;
exports["response /components/responses/ServerFault/headers/Retry-After/schema"] = validate3;
exports["request /components/schemas/NewPlant"] = validate4;

return exports;
})({});
