import { plainText } from './text.ts';

/** Where a file may say what it is called. */
export interface TitleSources {
  /** Text events in the file's order. */
  readonly texts: readonly string[];
  /** The name of the first track. */
  readonly firstTrackName: string;
  /** True if the first track has notes beside others that do, so that its name is an instrument's. */
  readonly isFirstTrackPart: boolean;
}

const maxTitleCharacters = 200;

/** Names that programs give to tracks by themselves. */
const generic =
  /^(?:(?:untitled|unnamed|unbenannt|track|spur|piste|midi|sequence|sequenz|conductor|tempo|control|master|song|new|staff|piano|part)[\s\-_:.#]*(?:track|map|song|out|sequence)?[\s\-_:.#]*\d*|[^\p{L}]*)$/iu;

/** The title of a file; "" if it does not say one. */
export function titleOf({ texts, firstTrackName, isFirstTrackPart }: TitleSources): string {
  // In karaoke files the first @T is the title, and the second one says who made it.
  const karaoke = texts.find((text) => /^@T\S/.test(text));
  if (karaoke !== undefined) return plainText(karaoke.slice(2), maxTitleCharacters);
  const name = plainText(firstTrackName, maxTitleCharacters);
  return isFirstTrackPart || generic.test(name) ? '' : name;
}
