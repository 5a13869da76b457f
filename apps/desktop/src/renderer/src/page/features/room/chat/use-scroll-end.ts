import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import { watchChat } from './chat-store.ts';

/** So near to the end counts as there. */
const nearPx = 32;

interface ScrollEnd {
  readonly list: RefObject<HTMLDivElement | null>;
  /** What is in the list, as high as it is. */
  readonly content: RefObject<HTMLOListElement | null>;
  readonly isAtEnd: boolean;
  readonly toEnd: () => void;
}

/**
 * Keeps a list at its end while it is there, whatever comes or changes its height; whoever reads further up is not pulled
 * away. What is on screen at the end counts as read.
 */
export function useScrollEnd(): ScrollEnd {
  const list = useRef<HTMLDivElement>(null);
  const content = useRef<HTMLOListElement>(null);
  const [isAtEnd, setAtEnd] = useState(true);
  const follows = useRef(true);
  const toEnd = useCallback(() => {
    follows.current = true;
    list.current?.scrollTo({ top: list.current.scrollHeight, behavior: 'instant' });
  }, []);
  useEffect(() => {
    const [box, inside] = [list.current, content.current];
    if (box === null || inside === null) return;
    let lastTop = 0;
    const look = () => {
      const isThere = box.scrollHeight - box.scrollTop - box.clientHeight < nearPx;
      // Lines that come on screen turn out higher than was thought: only whoever goes up wants to stay there.
      follows.current = isThere || (follows.current && box.scrollTop >= lastTop);
      lastTop = box.scrollTop;
      setAtEnd(isThere);
      watchChat(isThere && !document.hidden);
    };
    const sizes = new ResizeObserver(() => {
      if (follows.current) toEnd();
      look();
    });
    sizes.observe(inside);
    sizes.observe(box);
    box.addEventListener('scroll', look, { passive: true });
    document.addEventListener('visibilitychange', look);
    return () => {
      sizes.disconnect();
      box.removeEventListener('scroll', look);
      document.removeEventListener('visibilitychange', look);
      watchChat(false);
    };
  }, [toEnd]);
  return { list, content, isAtEnd, toEnd };
}
