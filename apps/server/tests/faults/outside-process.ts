/**
 * Runs the sandbox in a process that can be killed. Arguments: PORT POSTS. Prints the settings that lead to it in one
 * line.
 */
import { startSandbox } from '@antojo/testing/sandbox/sandbox'
import { manyPosts } from './with-node.ts'

const [port, posts] = process.argv.slice(2).map(Number)
const { env } = await startSandbox({ port: port ?? 0, posts: manyPosts(posts ?? 0) })
console.log(JSON.stringify(env))
