const CHANNEL_NAME = 'antojo:videos'
/** Lets a tab ignore its own messages. */
const tabId = Math.random()

/** Announces to the other tabs that the collection changed. */
export function announceChange(): void {
  const channel = new BroadcastChannel(CHANNEL_NAME)
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has no target origin
  channel.postMessage(tabId)
  channel.close()
}

/** Calls back when another tab changed the collection; returns a function that ends this. */
export function onOtherChange(changed: () => void): () => void {
  const channel = new BroadcastChannel(CHANNEL_NAME)
  channel.addEventListener('message', (event) => {
    if (event.data !== tabId) changed()
  })
  return () => channel.close()
}
