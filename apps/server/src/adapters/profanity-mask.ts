import {
  asteriskCensorStrategy,
  englishDataset,
  englishRecommendedTransformers,
  RegExpMatcher,
  TextCensor,
} from 'obscenity';

/**
 * Creates a function that replaces profanity with asterisks, including spellings meant to get past a word list. The list
 * is prepared with the first text, because few rooms are moderated.
 */
export function createProfanityMask(): (text: string) => string {
  let mask: ((text: string) => string) | undefined;
  return (text) => {
    mask ??= prepareMask();
    return mask(text);
  };
}

function prepareMask(): (text: string) => string {
  const matcher = new RegExpMatcher({ ...englishDataset.build(), ...englishRecommendedTransformers });
  const censor = new TextCensor().setStrategy(asteriskCensorStrategy());
  return (text) => censor.applyTo(text, matcher.getAllMatches(text));
}
