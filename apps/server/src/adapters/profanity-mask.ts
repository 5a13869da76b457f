import {
  asteriskCensorStrategy,
  englishDataset,
  englishRecommendedTransformers,
  RegExpMatcher,
  TextCensor,
} from 'obscenity';

/**
 * Makes what puts asterisks in the place of profanity, also where it is spelt to get past a list of words. The list is
 * prepared with the first text: few rooms are moderated.
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
