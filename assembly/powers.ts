// Powers and logarithms that every engine computes alike, for the numbers that occur here: finite, and not negative
// below a logarithm. The methods and the bits are those of fdlibm's e_pow.c and e_log.c, of which the copyright says:
// "Copyright (C) 1993 by Sun Microsystems, Inc. All rights reserved. Developed at SunSoft, a Sun Microsystems, Inc.
// business. Permission to use, copy, modify, and distribute this software is freely granted, provided that this notice
// is preserved." The standard library has them as three functions of twice the size.

const HIGH_HALF: u64 = 0xffffffff00000000;
const LN2: f64 = 0.6931471805599453;
/** LN2 in two parts, for products without rounding: once of 24 bits and the rest, once of 33 bits and the rest. */
const LN2_SHORT: f64 = 0.693147182464599609375;
const LN2_SHORT_REST: f64 = -1.90465429995776804525e-9;
const LN2_LONG: f64 = 6.9314718036912381649e-1;
const LN2_LONG_REST: f64 = 1.90821492927058770002e-10;
const PER_LN2: f64 = 1.44269504072144627571;
const PER_LN2_REST: f64 = 1.67517131648865118353e-10;

/** Below, 2^x would lose its precision. */
const LEAST_EXPONENT: f64 = -1021;
const SMALLEST_NORMAL: f64 = 2.2250738585072014e-308;
const TWO_54: f64 = 18014398509481984;
/** High half of √½: a mantissa lies between it and √2. */
const ROOT_OF_HALF: u32 = 0x3fe6a09e;
const ONE: u32 = 0x3ff00000;

/** 2^exponent for an exponent up to 0. */
export function exp2(exponent: f64): f64 {
  exponent = max(exponent, LEAST_EXPONENT);
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

/** What both logarithms are made of: x = 2^scale · (1 + surplus). */
let scale: f64 = 0;
let surplus: f64 = 0;
let halfSquare: f64 = 0;

/** Returns what the logarithm of 1 + surplus has beyond surplus − halfSquare. */
function takeApart(x: f64): f64 {
  let exponent: i32 = -1023;
  if (x < SMALLEST_NORMAL) {
    exponent -= 54;
    x *= TWO_54;
  }
  const bits = reinterpret<u64>(x);
  const high = <u32>(bits >> 32) + (ONE - ROOT_OF_HALF);
  scale = exponent + <i32>(high >> 20);
  const mantissa = (high & 0xfffff) + ROOT_OF_HALF;
  const f = reinterpret<f64>(((<u64>mantissa) << 32) | (bits & 0xffffffff)) - 1;
  surplus = f;
  halfSquare = 0.5 * f * f;
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

/** Natural logarithm. */
export function log(x: f64): f64 {
  const rest = takeApart(x);
  return rest + scale * LN2_LONG_REST - halfSquare + surplus + scale * LN2_LONG;
}

export function log2(x: f64): f64 {
  if (x == 0) return -Infinity;
  const rest = takeApart(x);
  const high = highHalf(surplus - halfSquare);
  const low = surplus - high - halfSquare + rest;
  const product = high * PER_LN2;
  const sum = scale + product;
  return (low + high) * PER_LN2_REST + low * PER_LN2 + (scale - sum + product) + sum;
}

@inline
function highHalf(x: f64): f64 {
  return reinterpret<f64>(reinterpret<u64>(x) & HIGH_HALF);
}
