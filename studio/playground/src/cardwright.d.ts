// The part of the npm package that the worker uses; `bindings/node/build.sh` builds it.

declare module "cardwright" {
  export function initSync(options: { module: WebAssembly.Module }): unknown;

  export class Studio {
    constructor(documents: Record<string, string>);
    answer(request: string): string;
    takeChanged(): string[];
    documents(): Record<string, string>;
    free(): void;
  }
}
