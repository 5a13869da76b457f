import { describe, expect, test } from 'vitest';
import { isStunQuestion, stunAnswer } from './stun-answer.ts';

// The transaction of the test vectors in RFC 5769.
const transaction = Buffer.from('b7e7a701bc34d686fa87dfae', 'hex');
const question = Buffer.concat([Buffer.from('000100002112a442', 'hex'), transaction]);

/** As some libraries ask: with attributes behind the head. */
function withAttributes(bytes: number): Buffer {
  const whole = Buffer.concat([question, Buffer.alloc(bytes)]);
  whole.writeUInt16BE(bytes, 2);
  return whole;
}

describe('R25.4: a question for one’s own address', () => {
  test.each([
    ['a bare one', question, true],
    ['one with attributes', withAttributes(12), true],
    ['one cut short', question.subarray(0, 19), false],
    ['one that says another length', Buffer.concat([question, Buffer.alloc(4)]), false],
    ['one with half an attribute', withAttributes(3), false],
    ['a huge one', withAttributes(600), false],
    ['an answer', Buffer.concat([Buffer.from('0101', 'hex'), question.subarray(2)]), false],
    ['one without the cookie', Buffer.concat([question.subarray(0, 4), Buffer.alloc(4), transaction]), false],
    ['a note', Buffer.from('0805', 'hex'), false],
  ])('%s', (_what, bytes, isOne) => {
    expect(isStunQuestion(bytes)).toBe(isOne);
  });

  test('is answered with it, as the RFC’s vectors for IPv4 and IPv6 have it', () => {
    const answer = stunAnswer(question, '192.0.2.1', 32_853);
    expect(answer.toString('hex')).toBe(`0101000c2112a442${transaction.toString('hex')}002000080001a147e112a643`);
    const six = stunAnswer(question, '2001:db8:1234:5678:11:2233:4455:6677', 32_853);
    expect(six.subarray(20).toString('hex')).toBe('002000140002a1470113a9faa5d3f179bc25f4b5bed2b9d9');
    expect(answer.length).toBe(32);
  });
});
