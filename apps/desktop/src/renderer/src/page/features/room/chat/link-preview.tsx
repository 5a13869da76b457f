import { useQuery } from '@tanstack/react-query';
import { Globe } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useParts } from '../../../app/app-parts.ts';
import { useIsMember } from '../../../app/identity/account-store.ts';

/** What a page says of itself, below the message that links to it. As high as it will be, before it is known. */
export function LinkPreview({ href }: { readonly href: string }) {
  const { client } = useParts();
  const isMember = useIsMember();
  const card = useRef<HTMLAnchorElement>(null);
  const isNear = useNearness(card);
  const { data, isError } = useQuery({
    queryKey: ['preview', href],
    queryFn: () => client.call('scrape', { url: href }),
    enabled: isMember && isNear,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
  if (!isMember) return null;
  const host = new URL(data?.url ?? href).host;
  const title = data === undefined || data.title === '' ? host : data.title;
  return (
    <a
      ref={card}
      className="chat-preview"
      href={href}
      target="_blank"
      rel="noopener noreferrer nofollow ugc"
      data-state={isError ? 'none' : undefined}
      aria-label={title}
    >
      <Globe />
      <span>
        <bdi className="chat-preview-title">{title}</bdi>
        <bdi className="muted">{data === undefined || data.description === '' ? host : data.description}</bdi>
      </span>
    </a>
  );
}

/** Whether it has been on screen, or nearly. */
function useNearness(element: React.RefObject<Element | null>): boolean {
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
