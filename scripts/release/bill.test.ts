import { expect, test } from 'vitest'
import { foreignBill } from './bill.ts'

test('the bill of materials has the foreign packages alone, and the root needs all of them', () => {
  const text = JSON.stringify({
    specVersion: '1.5',
    metadata: { component: { 'bom-ref': 'antojo@1.0.0', name: 'folder' } },
    components: [
      { 'bom-ref': '@antojo/web@0.1.0' },
      { 'bom-ref': 'react@19.3.1' },
      { 'bom-ref': 'zod@4.6.7' },
    ],
    dependencies: [
      { ref: 'antojo@1.0.0', dependsOn: ['@antojo/web@0.1.0', 'zod@4.6.7'] },
      { ref: '@antojo/web@0.1.0', dependsOn: ['react@19.3.1', 'zod@4.6.7'] },
      { ref: 'react@19.3.1', dependsOn: [] },
    ],
  })
  expect(JSON.parse(foreignBill(text))).toEqual({
    specVersion: '1.5',
    metadata: { component: { 'bom-ref': 'antojo@1.0.0', name: 'antojo' } },
    components: [{ 'bom-ref': 'react@19.3.1' }, { 'bom-ref': 'zod@4.6.7' }],
    dependencies: [
      { ref: 'antojo@1.0.0', dependsOn: ['react@19.3.1', 'zod@4.6.7'] },
      { ref: 'react@19.3.1', dependsOn: [] },
    ],
  })
})
