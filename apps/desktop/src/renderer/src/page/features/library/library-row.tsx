import { MicVocal, Play, Star, TriangleAlert, Users } from 'lucide-react';
import type { LibraryFacts, LibraryRow } from '../../../../../shared/library/library.ts';
import { shownTitle } from '../../../../../shared/library/library-index.ts';
import { strings } from '../../strings.ts';
import { clockText } from '../../ui/clock-text.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { Skeleton } from '../../ui/states.tsx';
import { useLibraryParts } from './library-parts.ts';
import { RowMenu } from './row-menu.tsx';

interface RowProps {
  readonly row: LibraryRow;
  readonly index: number;
  /** How many rows the whole list has. */
  readonly total: number;
  /** Tab reaches only the controls of the active row. */
  readonly isActive: boolean;
  readonly hasAudience: boolean;
  readonly onFocus: () => void;
}

/** One file: what it is, and what can be done with it. */
export function LibraryListRow({ row, index, total, isActive, hasAudience, onFocus }: RowProps) {
  const { library } = useLibraryParts();
  const words = strings.library;
  const title = shownTitle(row);
  const tabIndex = isActive ? 0 : -1;
  const isPlayable = row.problem === null;
  return (
    <li
      className="library-row"
      data-row={index}
      data-problem={isPlayable ? undefined : true}
      aria-posinset={index + 1}
      aria-setsize={total}
      style={{ '--row': index }}
      onFocus={onFocus}
    >
      {isPlayable ? (
        <button
          type="button"
          className="library-play"
          aria-label={words.play({ name: title })}
          tabIndex={tabIndex}
          onClick={() => void library.play(row, 'self')}
        >
          <Play />
        </button>
      ) : (
        <TriangleAlert className="library-alert" />
      )}
      <div className="library-text">
        <p className="library-title">
          <bdi>{title}</bdi>
        </p>
        <SecondLine row={row} />
      </div>
      {row.facts !== null && <Facts facts={row.facts} />}
      <div className="library-actions">
        {isPlayable && hasAudience && (
          <IconButton
            className="library-everyone"
            label={words.playForAll({ name: title })}
            tabIndex={tabIndex}
            onClick={() => void library.play(row, 'room')}
          >
            <Users />
          </IconButton>
        )}
        {isPlayable && (
          <IconButton
            className="library-star"
            label={row.isFavourite ? words.unfavour({ name: title }) : words.favour({ name: title })}
            data-on={row.isFavourite || undefined}
            tabIndex={tabIndex}
            onClick={() => void library.mark({ id: row.id, isFavourite: !row.isFavourite })}
          >
            <Star />
          </IconButton>
        )}
        <RowMenu row={row} tabIndex={tabIndex} hasAudience={hasAudience} />
      </div>
    </li>
  );
}

/** The place of a row that has not been loaded yet. */
export function BlankRow({ index }: { readonly index: number }) {
  return (
    <li className="library-row" data-row={index} style={{ '--row': index }}>
      <Skeleton lines={2} />
    </li>
  );
}

function SecondLine({ row: { problem, facts, name, folder, tags } }: { readonly row: LibraryRow }) {
  const words = strings.library;
  if (problem !== null) return <p className="library-problem">{words.problem[problem]}</p>;
  // The name helps to tell files with one title apart.
  const parts = [folder, facts !== null && facts.title !== '' && facts.title !== name ? name : ''];
  const shown = parts.filter((part) => part !== '');
  return (
    <p className="muted">
      {tags.map((tag) => (
        <span key={tag} className="library-tag">
          <bdi>{tag}</bdi>
        </span>
      ))}
      <bdi>{shown.length > 0 ? shown.join(' · ') : facts && words.tracks({ count: facts.trackCount })}</bdi>
    </p>
  );
}

function Facts({ facts }: { readonly facts: LibraryFacts }) {
  const { key, bpm, slowestBpm, fastestBpm, durationMs, hasLyrics } = facts;
  const words = strings.library;
  const range =
    Math.round(slowestBpm) === Math.round(fastestBpm)
      ? undefined
      : words.bpmRange({ from: slowestBpm, to: fastestBpm });
  return (
    <>
      <span className="library-lyrics">
        {hasLyrics && (
          <span title={words.hasLyrics}>
            <MicVocal />
            <span className="visually-hidden">{words.hasLyrics}</span>
          </span>
        )}
      </span>
      <span className="library-key muted" title={key?.isEstimated === true ? words.estimated : undefined}>
        {key === null ? (
          <span className="visually-hidden">{words.noKey}</span>
        ) : (
          <>
            {key.isEstimated && <span aria-hidden="true">≈ </span>}
            {keyName(key)}
            {key.isEstimated && <span className="visually-hidden">, {words.estimated}</span>}
          </>
        )}
      </span>
      <span className="library-tempo muted" title={range}>
        {words.bpm({ bpm })}
      </span>
      <span className="library-length muted">{clockText(durationMs)}</span>
    </>
  );
}

function keyName({ tonic, isMinor }: { readonly tonic: number; readonly isMinor: boolean }): string {
  const words = strings.library;
  return isMinor
    ? words.minor({ tonic: words.minorTonics[tonic] ?? '' })
    : words.major({ tonic: words.majorTonics[tonic] ?? '' });
}
