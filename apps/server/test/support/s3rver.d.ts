declare module '@20minutes/s3rver' {
  /** The part of it that the tests use. */
  class S3rver {
    constructor(options: {
      readonly port: number;
      readonly address: string;
      readonly directory: string;
      readonly silent: boolean;
      readonly configureBuckets: readonly { readonly name: string }[];
    });
    run(): Promise<{ readonly port: number }>;
    close(): Promise<void>;
  }
  export = S3rver;
}
