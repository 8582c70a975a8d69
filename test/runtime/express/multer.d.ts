/** Multer, as far as the tests of guards use it. */
declare module 'multer' {
  import type { RequestHandler } from 'express';

  export interface StoredFile {
    readonly fieldname: string;
    readonly originalname: string;
    readonly size: number;
    readonly buffer?: Buffer;
    readonly path?: string;
  }

  interface Upload {
    single(name: string): RequestHandler;
    any(): RequestHandler;
  }

  interface Options {
    readonly dest?: string;
    readonly limits?: { readonly fileSize?: number };
  }

  const multer: (options?: Options) => Upload;
  export default multer;
}
