import { type RefObject, useInsertionEffect, useRef } from 'react';

/** The value of the last render, for code that runs later: a new value starts no effect again. */
export function useLatest<Value>(value: Value): RefObject<Value> {
  const latest = useRef(value);
  useInsertionEffect(() => {
    latest.current = value;
  });
  return latest;
}
