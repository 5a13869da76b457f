import {
  asteriskCensorStrategy,
  englishDataset,
  englishRecommendedTransformers,
  RegExpMatcher,
  TextCensor,
} from 'obscenity';

/** Makes what puts asterisks in the place of profanity, also where it is spelt to get past a list of words. */
export function createProfanityMask(): (text: string) => string {
  const matcher = new RegExpMatcher({ ...englishDataset.build(), ...englishRecommendedTransformers });
  const censor = new TextCensor().setStrategy(asteriskCensorStrategy());
  return (text) => censor.applyTo(text, matcher.getAllMatches(text));
}
