// How telling a term is: the inverse document frequency of BM25 (Robertson and Zaragoza 2009), never below 0.
import { log } from './powers';

export function inverseFrequency(documents: u32, holders: u32): f64 {
  return log(1 + (<f64>documents - <f64>holders + 0.5) / (<f64>holders + 0.5));
}
