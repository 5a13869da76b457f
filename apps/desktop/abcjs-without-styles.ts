import type { Plugin } from 'vite';

const attributes = /\.setAttribute\(["']style["'],\s*/g;
const element = 'this.svg.insertBefore(el, this.svg.firstChild);';

/**
 * abcjs writes style elements and style attributes, which the Content-Security-Policy forbids, for a script too. Its attributes
 * are set by way of `style.cssText` instead, which is allowed; its element is only for dragging notes, and is left out.
 */
export const abcjsWithoutStyles: Plugin = {
  name: 'abcjs-without-styles',
  transform: {
    filter: { id: /abcjs\/src\/write\/(svg|engraver-controller)\.js$/ },
    handler(code, id) {
      if (!attributes.test(code) || (id.endsWith('svg.js') && !code.includes(element))) {
        throw new Error(`${id} writes its styles differently now: look for what else the policy forbids`);
      }
      return { code: code.replaceAll(attributes, '.style.cssText = (').replace(element, ''), map: null };
    },
  },
};
