// The scan of codes with relaxed SIMD, over the memory of a kernel; for engines that have relaxed SIMD and compute it
// correctly.
export { scanCodes } from './vectors/codes';
