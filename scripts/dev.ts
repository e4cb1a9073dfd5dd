/** npm run dev: the server, which restarts after changes, behind Vite's development server. */
import { spawn } from 'node:child_process'

const children = [
  spawn('node', ['--watch', 'apps/server/src/main.ts'], { stdio: 'inherit' }),
  spawn('vite', ['apps/web'], { stdio: 'inherit' }),
]

function stop(signal: NodeJS.Signals): void {
  for (const child of children) child.kill(signal)
}

process.on('SIGTERM', () => stop('SIGTERM'))
process.on('SIGINT', () => stop('SIGINT'))
for (const child of children) {
  child.on('exit', (code) => {
    process.exitCode ||= code ?? 0
    stop('SIGTERM')
  })
}
