// The scan of codes with relaxed SIMD, over the memory of a kernel: for engines that have it and compute it rightly.
export { scanCodes } from './codes';
