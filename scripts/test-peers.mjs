// Tests the embedder and the chat over the versions of transformers.js that `npm test` does not install.
import { build } from './build.mjs';
import { run } from './environment.mjs';

// Their install scripts would download a GPU runtime; the one for CPUs comes with the package.
process.env.ONNXRUNTIME_NODE_INSTALL = 'skip';
process.env.ONNXRUNTIME_NODE_INSTALL_CUDA = 'skip';
build();
run('npm', ['ci', '--prefix', 'test/peers', '--no-audit', '--no-fund']);
run('node', ['--test', 'test/peers/versions.mjs', 'test/peers/chat.mjs']);
