/** Express 4, whose types differ in what the tests of guards do not use. */
declare module 'express4' {
  import express from 'express';
  export default express;
}
