import { MIMEType } from 'whatwg-mimetype';

export interface HtmlType {
  /** True for XHTML, which declares its encoding as XML does. */
  readonly xml: boolean;
  /** The label from the header. */
  readonly charset: string | undefined;
}

/** Reads a Content-Type header; undefined if it is not HTML. */
export function htmlType(contentType: string): HtmlType | undefined {
  const type = MIMEType.parse(contentType);
  const xml = type?.essence === 'application/xhtml+xml';
  if (type === null || !(xml || type.isHTML())) return undefined;
  return { xml, charset: type.parameters.get('charset') };
}
