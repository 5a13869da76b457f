import { MIMEType } from 'whatwg-mimetype';

export interface HtmlType {
  /** XHTML: its encoding is declared as XML's is. */
  readonly xml: boolean;
  /** A label, as the header has it. */
  readonly charset: string | undefined;
}

/** Reads a Content-Type header; undefined for what is not HTML. */
export function htmlType(contentType: string): HtmlType | undefined {
  const type = MIMEType.parse(contentType);
  const xml = type?.essence === 'application/xhtml+xml';
  if (type === null || !(xml || type.isHTML())) return undefined;
  return { xml, charset: type.parameters.get('charset') };
}
