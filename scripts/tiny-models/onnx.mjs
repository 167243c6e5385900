// Protobuf encoding as far as an ONNX model needs it. Field numbers are those of onnx.proto3.

export const FLOAT = 1;
export const INT8 = 3;
export const INT64 = 7;

function varint(value) {
  const bytes = [];
  for (; value > 127; value = Math.floor(value / 128)) bytes.push((value % 128) + 128);
  return Buffer.from([...bytes, value]);
}
const number = (field, value) => Buffer.concat([varint(field * 8), varint(value)]);
export const bytes = (field, content) => {
  const buffer = Buffer.from(content);
  return Buffer.concat([varint(field * 8 + 2), varint(buffer.length), buffer]);
};
export const message = (...fields) => Buffer.concat(fields);

export const tensor = (name, shape, type, content) =>
  message(...shape.map((size) => number(1, size)), number(2, type), bytes(8, name), bytes(9, content));
export const attribute = (name, value) => message(bytes(1, name), number(3, value), number(20, 2));
export const node = (operation, inputs, output, ...attributes) =>
  message(
    ...inputs.map((input) => bytes(1, input)),
    bytes(2, output),
    bytes(3, output),
    bytes(4, operation),
    ...attributes.map((one) => bytes(5, one)),
  );
export const value = (name, type, shape) => {
  const sizes = shape.map((size) => bytes(1, typeof size === 'number' ? number(1, size) : bytes(2, size)));
  return message(bytes(1, name), bytes(2, bytes(1, message(number(1, type), bytes(2, message(...sizes))))));
};

export const modelOf = (graph) =>
  message(number(1, 7), bytes(2, 'tiny'), bytes(7, graph), bytes(8, message(bytes(1, ''), number(2, 13))));
