import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import Type from 'typebox';
import type { BillingProduct } from '../../ports/payments.ts';
import { fileNames } from '../files/file-names.ts';
import { replaceFile } from '../files/replace-file.ts';
import { compileSchema } from './compile-schema.ts';

const closed = { additionalProperties: false } as const;
const text = (maxLength: number) => Type.String({ minLength: 1, maxLength });

const ProductFile = Type.Object(
  {
    products: Type.Array(
      Type.Object(
        {
          product_id: Type.String({ pattern: '^[A-Za-z0-9_-]{1,64}$' }),
          name: text(100),
          description: Type.String({ maxLength: 500 }),
          price: Type.Integer({ minimum: 0, maximum: 100_000_000 }),
          currency: Type.String({ pattern: '^[a-z]{3}$' }),
          interval: Type.Enum(['month', 'year']),
          features: Type.Array(text(200), { maxItems: 20 }),
        },
        closed,
      ),
      { minItems: 1, maxItems: 20 },
    ),
  },
  closed,
);
type ProductFile = Type.Static<typeof ProductFile>;

const features = ['Create and join pro rooms', 'Own up to 50 rooms', 'Up to 500 people in a room'];
const defaults: ProductFile = {
  products: [
    {
      product_id: 'pro-monthly',
      name: 'Roomtone Pro',
      description: '',
      price: 900,
      currency: 'eur',
      interval: 'month',
      features,
    },
    {
      product_id: 'pro-yearly',
      name: 'Roomtone Pro',
      description: '',
      price: 9000,
      currency: 'eur',
      interval: 'year',
      features,
    },
  ],
};

export interface SandboxProducts {
  /** The products in the file now; while an edit is broken, the products before it. */
  list(): Promise<readonly BillingProduct[]>;
}

const isProductFile = compileSchema(ProductFile);

/**
 * Reads the sandbox's products from a file in the data directory, which the host can edit at any time. Creates the file if
 * there is none.
 * @param onBrokenEdit gets the problem when the file becomes unusable while the server runs.
 * @throws if the file is unusable at the start; the message is for the host.
 */
export async function openSandboxProducts(
  dataDir: string,
  onBrokenEdit: (issue: string) => void,
): Promise<SandboxProducts> {
  const path = join(dataDir, fileNames.sandboxProducts);
  let latest = parse(await textIn(path), path);
  return {
    async list() {
      try {
        latest = parse(await readFile(path, 'utf8'), path);
      } catch (error) {
        onBrokenEdit(error instanceof Error ? error.message : String(error));
      }
      return latest;
    },
  };
}

/** Reads or creates the file. A file cut short by an older version on a full disk is written again. */
async function textIn(path: string): Promise<string> {
  const whole = `${JSON.stringify(defaults, null, 2)}\n`;
  let text = '';
  try {
    text = await readFile(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
  if (text === whole || !whole.startsWith(text)) return text;
  await replaceFile(path, whole);
  return whole;
}

function parse(json: string, path: string): readonly BillingProduct[] {
  let content: unknown;
  try {
    content = JSON.parse(json);
  } catch (cause) {
    throw new Error(`${path} is not valid JSON.`, { cause });
  }
  if (!isProductFile(content)) {
    const [problem] = isProductFile.errors ?? [];
    throw new Error(`${path}: ${problem?.instancePath || 'the file'} ${problem?.message ?? 'is not valid'}.`);
  }
  const ids = content.products.map((product) => product.product_id);
  const twice = ids.find((id, index) => ids.indexOf(id) !== index);
  if (twice !== undefined) throw new Error(`${path}: the product_id "${twice}" is there twice.`);
  return content.products.map(({ product_id: productId, ...product }) => ({ productId, ...product }));
}
