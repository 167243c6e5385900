import 'working-memory/worker';
