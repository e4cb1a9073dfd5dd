/** The sandbox in a process that can be killed: PORT POSTS. Says in one line with which settings it is reached. */
import { startSandbox } from '@antojo/testing/sandbox/sandbox'
import { manyPosts } from './ground.ts'

const [port, posts] = process.argv.slice(2).map(Number)
const { env } = await startSandbox({ port: port ?? 0, posts: manyPosts(posts ?? 0) })
console.log(JSON.stringify(env))
