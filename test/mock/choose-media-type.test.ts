import { chooseMediaType, memberOf } from '../../src/mock/choose-media-type';

it.each<[string[], string[], string, string]>([
  [['text/plain', 'application/json'], [], 'application/json', 'application/json'],
  [['text/plain', 'application/json'], ['text/*'], 'text/plain', 'text/plain'],
  [['audio/*'], [], 'audio/*', 'audio/mpeg'],
  [['audio/*', 'video/*'], ['video/webm, audio/ogg;q=0.5'], 'video/*', 'video/webm'],
  [['*/*'], ['image/svg+xml'], '*/*', 'image/svg+xml'],
  [['*/*'], ['*/*'], '*/*', 'application/json'],
  [['model/*'], ['text/html'], 'model/*', 'model/example'],
])('of %j a client that takes %j gets %s, as %s', (offers, accept, offer, sent) => {
  expect(chooseMediaType(offers, accept)).toBe(offer);
  expect(memberOf(offer, accept)).toBe(sent);
});
