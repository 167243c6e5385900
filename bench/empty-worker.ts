// A worker that does nothing: what a call over Comlink costs whoever answers it.
import { expose } from 'comlink';

expose({ nothing: () => undefined });
