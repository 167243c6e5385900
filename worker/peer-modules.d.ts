declare module '@xenova/transformers/dist/transformers.min.js';
