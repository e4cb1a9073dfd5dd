import type { Context, Span } from '@opentelemetry/api'

/** The W3C trace context of a job; empty without tracing. */
export type Carrier = Readonly<Record<string, string>>

export interface Tracer {
  /** Runs the work in a span, as a child of the active span; a failure marks it. */
  span<T>(name: string, work: () => Promise<T>, options?: SpanOptions): Promise<T>
  /** Begins a span for the work that `go` starts; the returned function ends it. */
  begin(name: string, options: SpanOptions, go: () => void): (attributes: Attributes, failed: boolean) => void
  /** The context of the active span, for work in another process. */
  carrier(): Carrier
  close(): Promise<void>
}

type Attributes = Readonly<Record<string, string | number>>

export interface SpanOptions {
  readonly kind?: 'server' | 'client' | 'consumer'
  readonly attributes?: Attributes
  /** A carrier, or the headers of a request, with the caller's span. */
  readonly parent?: unknown
}

/** Does nothing. */
export const noTracer: Tracer = {
  span: (_name, work) => work(),
  begin: (_name, _options, go) => {
    go()
    return () => undefined
  },
  carrier: () => ({}),
  close: async () => undefined,
}

/** Sends spans to an OpenTelemetry collector over OTLP/HTTP; without an endpoint, its packages are not loaded. */
export async function createTracer(endpoint: string | undefined, service: string): Promise<Tracer> {
  if (endpoint === undefined) return noTracer
  const [{ context, SpanKind, SpanStatusCode, trace }, sdk, exporter, manager, core, resources] =
    await Promise.all([
      import('@opentelemetry/api'),
      import('@opentelemetry/sdk-trace-base'),
      import('@opentelemetry/exporter-trace-otlp-http'),
      import('@opentelemetry/context-async-hooks'),
      import('@opentelemetry/core'),
      import('@opentelemetry/resources'),
    ])
  context.setGlobalContextManager(new manager.AsyncLocalStorageContextManager().enable())
  const propagator = new core.W3CTraceContextPropagator()
  const url = `${endpoint.replace(/\/$/u, '')}/v1/traces`
  const provider = new sdk.BasicTracerProvider({
    resource: resources.resourceFromAttributes({ 'service.name': service }),
    spanProcessors: [new sdk.BatchSpanProcessor(new exporter.OTLPTraceExporter({ url }))],
  })
  const tracer = provider.getTracer('antojo')
  const kinds = { server: SpanKind.SERVER, client: SpanKind.CLIENT, consumer: SpanKind.CONSUMER } as const
  const parentOf = (parent: unknown): Context =>
    typeof parent === 'object' && parent !== null
      ? propagator.extract(context.active(), parent, getter)
      : context.active()
  const start = (name: string, { kind, attributes = {}, parent }: SpanOptions): [Span, Context] => {
    const above = parentOf(parent)
    const options = { attributes: { ...attributes }, ...(kind ? { kind: kinds[kind] } : {}) }
    const span = tracer.startSpan(name, options, above)
    return [span, trace.setSpan(above, span)]
  }
  return {
    span: async (name, work, options = {}) => {
      const [span, inside] = start(name, options)
      try {
        return await context.with(inside, work)
      } catch (error) {
        span.setStatus({ code: SpanStatusCode.ERROR })
        throw error
      } finally {
        span.end()
      }
    },
    begin: (name, options, go) => {
      const [span, inside] = start(name, options)
      context.with(inside, go)
      return (attributes, failed) => {
        span.setAttributes({ ...attributes })
        if (failed) span.setStatus({ code: SpanStatusCode.ERROR })
        span.end()
      }
    },
    carrier: () => {
      const carrier: Record<string, string> = {}
      propagator.inject(context.active(), carrier, { set: (into, key, value) => (into[key] = value) })
      return carrier
    },
    close: () => provider.shutdown(),
  }
}

const getter = {
  keys: (carrier: object) => Object.keys(carrier),
  get: (carrier: object, key: string) => textOf(Object.entries(carrier).find(([name]) => name === key)?.[1]),
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined
}
