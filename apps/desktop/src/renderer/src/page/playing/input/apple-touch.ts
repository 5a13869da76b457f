/** True on iPhones and iPads, which call themselves Macs. */
export const isAppleTouch =
  /iPhone|iPad/.test(navigator.userAgent) || (/Mac/.test(navigator.userAgent) && navigator.maxTouchPoints > 1);
