// Other vector stores, each set up as its documentation shows. Vectors have unit length, so that every metric gives the
// same order.
import { MemoryVectorStore } from '@langchain/classic/vectorstores/memory';
import { create, insertMultiple, searchVector } from '@orama/orama';
import initEdgeVec, { EdgeVec, EdgeVecConfig } from 'edgevec/edgevec.js';
import edgeVecWasm from 'edgevec/edgevec_bg.wasm?url';
import { loadHnswlib } from 'hnswlib-wasm';
import * as voy from 'voy-search/voy_search_bg.js';
import voyWasm from 'voy-search/voy_search_bg.wasm?url';
import { type Ask, HITS, plainLoop, unit } from '../vectors.ts';

/** Indexes the vectors and returns a function that finds the indexes of the nearest. */
type Open = (rows: readonly Float32Array[], dimension: number) => Promise<Ask>;

/** Parameters of both graphs: neighbours per point, and candidates while building and while searching. */
const GRAPH = { neighbours: 16, whileBuilt: 200, whileAsked: 100 };

export const STORES: Readonly<Record<string, Open>> = {
  'a plain loop': async (rows, dimension) => plainLoop({ rows, dimension }),

  async langchain(rows) {
    const store = new MemoryVectorStore({ embedQuery: async () => [], embedDocuments: async () => [] } as never);
    const documents = rows.map((_, row) => ({ pageContent: '', metadata: { row } }));
    await store.addVectors(
      rows.map((row) => [...row]),
      documents,
    );
    return async (query) => {
      const found = await store.similaritySearchVectorWithScore([...query], HITS);
      return found.map(([{ metadata }]) => metadata['row'] as number);
    };
  },

  async orama(rows, dimension) {
    const store = create({ schema: { vector: `vector[${dimension}]` } as const });
    await insertMultiple(
      store,
      rows.map((row, id) => ({ id: String(id), vector: [...row] })),
    );
    return async (query) => {
      const vector = { value: [...query], property: 'vector' };
      const { hits } = await searchVector(store, {
        vector,
        similarity: 0,
        limit: HITS,
        includeVectors: false,
      } as never);
      return hits.map(({ id }) => Number(id));
    };
  },

  async edgevec(rows, dimension) {
    await initEdgeVec({ module_or_path: await bytesOf(edgeVecWasm) });
    const config = new EdgeVecConfig(dimension);
    // Its cosine metric returns the least similar vectors first.
    config.metric = 'l2';
    config.m = GRAPH.neighbours;
    config.ef_construction = GRAPH.whileBuilt;
    config.ef_search = GRAPH.whileAsked;
    const store = new EdgeVec(config);
    const rowOf = new Map(rows.map((row, at) => [store.insert(row), at]));
    return (query) => (store.search(query, HITS) as { id: number }[]).map(({ id }) => rowOf.get(id) ?? -1);
  },

  async 'hnswlib-wasm'(rows, dimension) {
    const { HierarchicalNSW } = await loadHnswlib();
    const store = new HierarchicalNSW('ip', dimension, '');
    store.initIndex(rows.length, GRAPH.neighbours, GRAPH.whileBuilt, 100);
    rows.forEach((row, at) => store.addPoint(row, at, false));
    store.setEfSearch(GRAPH.whileAsked);
    return (query) => store.searchKnn(query, HITS, undefined).neighbors;
  },

  async voy(rows) {
    const { instance } = await WebAssembly.instantiate(await bytesOf(voyWasm), { './voy_search_bg.js': voy as never });
    // A bundler with wasm modules would make this call.
    // oxlint-disable-next-line no-underscore-dangle
    voy.__wbg_set_wasm(instance.exports);
    const store = new voy.Voy({
      embeddings: rows.map((row, id) => ({ id: String(id), title: '', url: '', embeddings: [...row] })),
    });
    return (query) => store.search(query, HITS).neighbors.map(({ id }) => Number(id));
  },
};

const bytesOf = async (address: string): Promise<ArrayBuffer> => (await fetch(address)).arrayBuffer();

export const unitRows = (rows: readonly Float32Array[]): Float32Array[] => rows.map(unit);
