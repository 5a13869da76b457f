import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import { setNewestVisible } from './chat-store.ts';

/** A list scrolled to within this distance of its end is at its end. */
const nearPx = 32;

interface ScrollEnd {
  readonly list: RefObject<HTMLDivElement | null>;
  /** The list's content at full height. */
  readonly content: RefObject<HTMLOListElement | null>;
  readonly isAtEnd: boolean;
  readonly scrollToEnd: () => void;
}

/**
 * Keeps a list scrolled to its end while content is added or changes its height, unless the reader has scrolled up.
 * Lines on screen at the end count as read.
 */
export function useScrollEnd(): ScrollEnd {
  const list = useRef<HTMLDivElement>(null);
  const content = useRef<HTMLOListElement>(null);
  const [isAtEnd, setAtEnd] = useState(true);
  const isFollowing = useRef(true);
  const scrollToEnd = useCallback(() => {
    isFollowing.current = true;
    list.current?.scrollTo({ top: list.current.scrollHeight, behavior: 'instant' });
  }, []);
  useEffect(() => {
    const [box, inside] = [list.current, content.current];
    if (box === null || inside === null) return;
    let lastTop = 0;
    const update = () => {
      const isNearEnd = box.scrollHeight - box.scrollTop - box.clientHeight < nearPx;
      // Lines can be higher than estimated once they are rendered. Only scrolling up stops following.
      isFollowing.current = isNearEnd || (isFollowing.current && box.scrollTop >= lastTop);
      lastTop = box.scrollTop;
      setAtEnd(isNearEnd);
      setNewestVisible(isNearEnd && !document.hidden);
    };
    const sizes = new ResizeObserver(() => {
      if (isFollowing.current) scrollToEnd();
      update();
    });
    sizes.observe(inside);
    sizes.observe(box);
    box.addEventListener('scroll', update, { passive: true });
    document.addEventListener('visibilitychange', update);
    return () => {
      sizes.disconnect();
      box.removeEventListener('scroll', update);
      document.removeEventListener('visibilitychange', update);
      setNewestVisible(false);
    };
  }, [scrollToEnd]);
  return { list, content, isAtEnd, scrollToEnd };
}
