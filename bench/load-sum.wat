;; Adds up all numbers of a piece of memory, and does nothing else: as fast as anything that must read it can be.
(module
  (import "env" "memory" (memory 1))
  ;; from `at` up to `end`, in steps of 128 bytes
  (func (export "loadSum") (param $at i32) (param $end i32) (result i32)
    (local $a v128) (local $b v128) (local $c v128) (local $d v128)
    (loop $next
      (local.set $a (i32x4.add (local.get $a) (v128.load (local.get $at))))
      (local.set $b (i32x4.add (local.get $b) (v128.load offset=16 (local.get $at))))
      (local.set $c (i32x4.add (local.get $c) (v128.load offset=32 (local.get $at))))
      (local.set $d (i32x4.add (local.get $d) (v128.load offset=48 (local.get $at))))
      (local.set $a (i32x4.add (local.get $a) (v128.load offset=64 (local.get $at))))
      (local.set $b (i32x4.add (local.get $b) (v128.load offset=80 (local.get $at))))
      (local.set $c (i32x4.add (local.get $c) (v128.load offset=96 (local.get $at))))
      (local.set $d (i32x4.add (local.get $d) (v128.load offset=112 (local.get $at))))
      (br_if $next (i32.lt_u (local.tee $at (i32.add (local.get $at) (i32.const 128))) (local.get $end))))
    (i32x4.extract_lane 0
      (i32x4.add (i32x4.add (local.get $a) (local.get $b)) (i32x4.add (local.get $c) (local.get $d))))))
