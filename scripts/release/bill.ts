import { z } from 'zod'

const bill = z.looseObject({
  metadata: z.looseObject({ component: z.looseObject({ name: z.string() }) }),
  components: z.array(z.looseObject({ 'bom-ref': z.string() })),
  dependencies: z.array(z.looseObject({ ref: z.string(), dependsOn: z.array(z.string()) })),
})

/** The bill of `npm sbom` without the parts of this repository, which no registry has: the root needs what they need. */
export function foreignBill(text: string): string {
  const whole = bill.parse(JSON.parse(text))
  const isOwn = (ref: string): boolean => /^(?:@antojo\/|antojo@)/u.test(ref)
  const needed = whole.dependencies.flatMap(({ ref, dependsOn }) => (isOwn(ref) ? dependsOn : []))
  return JSON.stringify(
    {
      ...whole,
      metadata: { ...whole.metadata, component: { ...whole.metadata.component, name: 'antojo' } },
      components: whole.components.filter((each) => !isOwn(each['bom-ref'])),
      dependencies: whole.dependencies
        .filter(({ ref }) => !ref.startsWith('@antojo/'))
        .map((each) =>
          isOwn(each.ref)
            ? { ...each, dependsOn: [...new Set(needed)].filter((ref) => !isOwn(ref)).toSorted() }
            : each,
        ),
    },
    null,
    2,
  )
}
