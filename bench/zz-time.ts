import { timesOfPosts, materialOptions } from './identify/material.ts'
const posts = materialOptions.posts.default.slice(0, 3)
const times = await timesOfPosts({ posts, places: materialOptions.places.default, 'data-dir': process.argv[2] })
const sorted = times.toSorted((a, b) => a - b)
const at = (q: number) => sorted[Math.floor(q * (sorted.length - 1))]?.toFixed(1)
console.log(times.length, 'median', at(0.5), 'p90', at(0.9), 'p99', at(0.99), 'mean', (times.reduce((a, b) => a + b, 0) / times.length).toFixed(1))
