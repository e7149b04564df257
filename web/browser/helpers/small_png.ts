// Makes the PNG of a screenshot small: 256 colours, chosen by median cut, are enough for a document.
import { deflateSync, inflateSync } from 'node:zlib'

interface Picture { width: number; height: number; channels: number; pixels: Buffer }

/** Colours that are nearly the same, counted and summed up. */
interface Shade { count: number; sums: [number, number, number] }

const maxColours = 256
const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])

/** The checksum of a chunk; the library of older Node versions does not offer it. */
function crc32(data: Buffer): number {
  let rest = 0xffffffff
  for (const byte of data) {
    rest ^= byte
    for (let bit = 0; bit < 8; ++bit) rest = rest & 1 ? (rest >>> 1) ^ 0xedb88320 : rest >>> 1
  }
  return (rest ^ 0xffffffff) >>> 0
}

function chunksOf(png: Buffer): { type: string; data: Buffer }[] {
  const chunks: { type: string; data: Buffer }[] = []
  for (let at = signature.length; at < png.length; ) {
    const length = png.readUInt32BE(at)
    chunks.push({ type: png.toString('latin1', at + 4, at + 8), data: png.subarray(at + 8, at + 8 + length) })
    at += length + 12
  }
  return chunks
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const frame = Buffer.alloc(8)
  frame.writeUInt32BE(data.length, 0)
  frame.writeUInt32BE(crc32(body), 4)
  return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)])
}

/** The predictor of PNG's fourth filter: whichever neighbour is nearest to left + above - corner. */
function paeth(left: number, above: number, corner: number): number {
  const guess = left + above - corner
  const [toLeft, toAbove, toCorner] = [Math.abs(guess - left), Math.abs(guess - above), Math.abs(guess - corner)]
  if (toLeft <= toAbove && toLeft <= toCorner) return left
  return toAbove <= toCorner ? above : corner
}

function read(png: Buffer): Picture {
  const chunks = chunksOf(png)
  const header = chunks[0].data
  const [width, height, type] = [header.readUInt32BE(0), header.readUInt32BE(4), header[9]]
  if (header[8] !== 8 || (type !== 2 && type !== 6)) throw new Error('not a picture as browsers take it')
  const channels = type === 2 ? 3 : 4
  const lines = inflateSync(Buffer.concat(chunks.filter((part) => part.type === 'IDAT').map((part) => part.data)))
  const length = width * channels
  const pixels = Buffer.alloc(length * height)
  for (let row = 0; row < height; ++row) {
    const filter = lines[row * (length + 1)]
    for (let index = 0; index < length; ++index) {
      const at = row * length + index
      const left = index >= channels ? pixels[at - channels] : 0
      const above = row > 0 ? pixels[at - length] : 0
      const corner = index >= channels && row > 0 ? pixels[at - length - channels] : 0
      const predicted = [0, left, above, (left + above) >> 1, paeth(left, above, corner)][filter]
      pixels[at] = lines[row * (length + 1) + 1 + index] + predicted
    }
  }
  return { width, height, channels, pixels }
}

const keyOf = (pixels: Buffer, at: number): number =>
  ((pixels[at] >> 2) << 12) | ((pixels[at + 1] >> 2) << 6) | (pixels[at + 2] >> 2)
const part = (key: number, channel: number): number => (key >> (12 - 6 * channel)) & 63

/** The box split where half of its pixels are on each side, along its longest edge. */
function split(box: number[], shades: Map<number, Shade>): [number[], number[]] {
  const ranges = [0, 1, 2].map((channel) => {
    const values = box.map((key) => part(key, channel))
    return Math.max(...values) - Math.min(...values)
  })
  const channel = ranges.indexOf(Math.max(...ranges))
  const sorted = [...box].sort((left, right) => part(left, channel) - part(right, channel))
  const total = sorted.reduce((sum, key) => sum + shades.get(key)!.count, 0)
  let [sum, middle] = [0, 0]
  while (middle < sorted.length - 1 && sum < total / 2) sum += shades.get(sorted[middle++])!.count
  return [sorted.slice(0, Math.max(1, middle)), sorted.slice(Math.max(1, middle))]
}

/** How much would be gained by splitting: many pixels over a wide range. */
function worth(box: number[], shades: Map<number, Shade>): number {
  if (box.length < 2) return 0
  const range = Math.max(...[0, 1, 2].map((channel) => {
    const values = box.map((key) => part(key, channel))
    return Math.max(...values) - Math.min(...values)
  }))
  return range ** 2 * Math.sqrt(box.reduce((sum, key) => sum + shades.get(key)!.count, 0))
}

function shadesOf({ channels, pixels }: Picture): Map<number, Shade> {
  const shades = new Map<number, Shade>()
  for (let at = 0; at < pixels.length; at += channels) {
    const key = keyOf(pixels, at)
    const shade = shades.get(key) ?? { count: 0, sums: [0, 0, 0] }
    if (shade.count === 0) shades.set(key, shade)
    shade.count += 1
    for (const channel of [0, 1, 2]) shade.sums[channel] += pixels[at + channel]
  }
  return shades
}

export function smallPng(png: Buffer): Buffer {
  const picture = read(png)
  const { width, height, channels, pixels } = picture
  const shades = shadesOf(picture)
  let boxes = [[...shades.keys()]].map((keys) => ({ keys, worth: worth(keys, shades) }))
  while (boxes.length < maxColours) {
    const best = boxes.reduce((left, right) => (right.worth > left.worth ? right : left))
    if (best.worth === 0) break
    const halves = split(best.keys, shades).map((keys) => ({ keys, worth: worth(keys, shades) }))
    boxes = [...boxes.filter((box) => box !== best), ...halves]
  }
  const palette = Buffer.alloc(boxes.length * 3)
  const indices = new Map<number, number>()
  for (const [index, { keys }] of boxes.entries()) {
    const all = keys.map((key) => shades.get(key)!)
    const count = all.reduce((sum, shade) => sum + shade.count, 0)
    for (const channel of [0, 1, 2]) {
      palette[index * 3 + channel] = Math.round(all.reduce((sum, shade) => sum + shade.sums[channel], 0) / count)
    }
    for (const key of keys) indices.set(key, index)
  }
  const lines = Buffer.alloc((width + 1) * height)
  for (let row = 0; row < height; ++row) {
    for (let column = 0; column < width; ++column) {
      lines[row * (width + 1) + 1 + column] = indices.get(keyOf(pixels, (row * width + column) * channels))!
    }
  }
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([8, 3, 0, 0, 0], 8)
  return Buffer.concat([signature, chunk('IHDR', header), chunk('PLTE', palette), chunk('IDAT', deflateSync(lines, { level: 9 })), chunk('IEND', Buffer.alloc(0))])
}
