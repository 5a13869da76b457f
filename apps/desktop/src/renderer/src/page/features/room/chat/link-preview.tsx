import { useQuery } from '@tanstack/react-query';
import { Globe } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useParts } from '../../../app/app-parts.ts';
import { useHasAccount } from '../../../app/identity/account-store.ts';

/** The title and description of the page that a message links to. Its height is reserved before the data arrives. */
export function LinkPreview({ href }: { readonly href: string }) {
  const { client } = useParts();
  const hasAccount = useHasAccount();
  const card = useRef<HTMLAnchorElement>(null);
  const isNear = useIsNearViewport(card);
  const { data, isError } = useQuery({
    queryKey: ['preview', href],
    queryFn: () => client.call('scrape', { url: href }),
    enabled: hasAccount && isNear,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
  if (!hasAccount) return null;
  // The card shows and opens the address that the description was read from, not one that redirects elsewhere later.
  const shown = data?.url ?? href;
  const { host } = new URL(shown);
  const title = data === undefined || data.title === '' ? host : data.title;
  const description = data?.description ?? '';
  // The card shows the address that it opens, even if the page claims another one.
  const about = [host, description].filter((part) => part !== '' && part !== title).join(' · ');
  return (
    <a
      ref={card}
      className="chat-preview"
      href={shown}
      target="_blank"
      rel="noopener noreferrer nofollow ugc"
      data-state={isError ? 'none' : undefined}
      aria-label={title}
    >
      <Globe />
      <span>
        <bdi className="chat-preview-title">{title}</bdi>
        <bdi className="muted" dir="ltr">
          {about === '' ? host : about}
        </bdi>
      </span>
    </a>
  );
}

/** True once the element has been on screen or close to it. */
function useIsNearViewport(element: React.RefObject<Element | null>): boolean {
  const [isNear, setNear] = useState(false);
  useEffect(() => {
    if (element.current === null) return;
    const watch = new IntersectionObserver(
      ([entry]) => {
        if (entry?.isIntersecting) setNear(true);
      },
      { rootMargin: '200px' },
    );
    watch.observe(element.current);
    return () => watch.disconnect();
  }, [element]);
  return isNear;
}
