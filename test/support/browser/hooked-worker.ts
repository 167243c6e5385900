// The memory worker with a way to make it fail on request.
import '../../../worker/memory.ts';

self.addEventListener('message', ({ data }) => {
  if (data === 'close yourself') self.close();
  if (data === 'throw')
    setTimeout(() => {
      throw new Error('thrown in a timer on request');
    });
  if (data === 'reject') void Promise.reject(new Error('rejected on request'));
  if (data === 'hang') for (;;);
  if (data === 'be busy') for (const until = Date.now() + 1500; Date.now() < until;);
});
