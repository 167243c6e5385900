// Powers and logarithms that every engine computes with the same bits, for the arguments that occur here: finite, and
// not negative for a logarithm. Methods and results are those of fdlibm's e_pow.c and e_log.c, with this notice:
// "Copyright (C) 1993 by Sun Microsystems, Inc. All rights reserved. Developed at SunSoft, a Sun Microsystems, Inc.
// business. Permission to use, copy, modify, and distribute this software is freely granted, provided that this notice
// is preserved." AssemblyScript's standard library has them as three functions of twice the code size.

const HIGH_HALF: u64 = 0xffffffff00000000;
const LN2: f64 = 0.6931471805599453;
/** LN2 as a short head and the rest, so that products with the head are exact: a head of 24 bits, then one of 33. */
const LN2_SHORT: f64 = 0.693147182464599609375;
const LN2_SHORT_REST: f64 = -1.90465429995776804525e-9;
const LN2_LONG: f64 = 6.9314718036912381649e-1;
const LN2_LONG_REST: f64 = 1.90821492927058770002e-10;
const PER_LN2: f64 = 1.44269504072144627571;
const PER_LN2_REST: f64 = 1.67517131648865118353e-10;

/** Below this exponent 2^x is subnormal and loses precision. */
const LEAST_EXPONENT: f64 = -1021;
const SMALLEST_NORMAL: f64 = 2.2250738585072014e-308;
const TWO_54: f64 = 18014398509481984;
/** High half of √½. */
const ROOT_OF_HALF: u32 = 0x3fe6a09e;
/** High half of 1. */
const ONE: u32 = 0x3ff00000;

/**
 * Returns 2^exponent for an exponent up to 0: the nearest integer goes to the exponent bits, a polynomial takes the
 * rest.
 */
export function exp2(exponent: f64): f64 {
  exponent = max(exponent, LEAST_EXPONENT);
  // In two halves, so that the product with ln 2 keeps the bits that rounding would lose.
  const high = highHalf(exponent);
  const low = exponent - high;
  const whole = high < -0.5 ? floor(0.5 - high) : 0;
  const rest = high + whole;
  const short = highHalf(low + rest);
  const product = short * LN2_SHORT;
  const correction = (low - (short - rest)) * LN2 + short * LN2_SHORT_REST;
  const z = product + correction;
  const w = correction - (z - product);
  const t = z * z;
  // e^z = 1 − (z·t1 / (t1 − 2) − z), with the Remez polynomial in z² of fdlibm's e_exp.c.
  const t1 =
    z -
    t *
      (1.66666666666666019037e-1 +
        t *
          (-2.77777777770155933842e-3 +
            t * (6.61375632143793436117e-5 + t * (-1.6533902205465251539e-6 + t * 4.13813679705723846039e-8))));
  const r = (z * t1) / (t1 - 2) - (w + z * w);
  return (1 - (r - z)) * reinterpret<f64>((1023 - <u64>whole) << 52);
}

/** x = 2^exponent · (1 + surplus), with 1 + surplus between √½ and √2. */
@unmanaged
class Parts {
  exponent: f64;
  surplus: f64;
  /** surplus² / 2, the second term of the series of ln(1 + surplus). */
  halfSquare: f64;
}

/** One record suffices: a logarithm reads the parts right after writing them. */
const scratch = changetype<Parts>(memory.data(24));

/** Writes the parts of x; returns ln(1 + surplus) − (surplus − halfSquare), computed by a polynomial. */
function split(x: f64, parts: Parts): f64 {
  // Subnormal numbers have no implicit bit: scaled up by 2^54 they are normal.
  let exponent: i32 = -1023;
  if (x < SMALLEST_NORMAL) {
    exponent -= 54;
    x *= TWO_54;
  }
  // Adding 1 − √½ to the high half carries into the exponent for mantissas from √2 on.
  const bits = reinterpret<u64>(x);
  const high = <u32>(bits >> 32) + (ONE - ROOT_OF_HALF);
  parts.exponent = exponent + <i32>(high >> 20);
  const mantissa = (high & 0xfffff) + ROOT_OF_HALF;
  const f = reinterpret<f64>(((<u64>mantissa) << 32) | (bits & 0xffffffff)) - 1;
  const halfSquare = 0.5 * f * f;
  parts.surplus = f;
  parts.halfSquare = halfSquare;
  // ln(1 + f) = 2·artanh(s) with s = f / (2 + f): an odd series in s, truncated to a polynomial in s² (Remez, error
  // 2^−58).
  const s = f / (2 + f);
  const z = s * s;
  const w = z * z;
  const t1 = w * (3.999999999940941908e-1 + w * (2.222219843214978396e-1 + w * 1.531383769920937332e-1));
  const t2 =
    z *
    (6.66666666666673513e-1 +
      w * (2.857142874366239149e-1 + w * (1.818357216161805012e-1 + w * 1.479819860511658591e-1)));
  return s * (halfSquare + (t2 + t1));
}

/** Returns the natural logarithm. */
export function log(x: f64): f64 {
  const rest = split(x, scratch);
  const exponent = scratch.exponent;
  return rest + exponent * LN2_LONG_REST - scratch.halfSquare + scratch.surplus + exponent * LN2_LONG;
}

/**
 * Returns the binary logarithm; −∞ for 0. The sum has a high part without rounding, so that powers of two are exact.
 */
export function log2(x: f64): f64 {
  if (x == 0) return -Infinity;
  const rest = split(x, scratch);
  const exponent = scratch.exponent;
  const surplus = scratch.surplus;
  const halfSquare = scratch.halfSquare;
  const high = highHalf(surplus - halfSquare);
  const low = surplus - high - halfSquare + rest;
  const product = high * PER_LN2;
  const sum = exponent + product;
  return (low + high) * PER_LN2_REST + low * PER_LN2 + (exponent - sum + product) + sum;
}

/** Returns the upper 32 bits of a number: a product of two such halves has no rounding error. */
@inline
function highHalf(x: f64): f64 {
  return reinterpret<f64>(reinterpret<u64>(x) & HIGH_HALF);
}
