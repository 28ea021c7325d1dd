import {
  type Copy,
  DockerfileParser,
  type From,
  type Instruction,
  type JSONInstruction,
  type PropertyInstruction,
} from 'dockerfile-ast';

/** One stage of a Dockerfile, with its steps in their order. */
export interface Stage {
  /** Its name for other stages; the last one has no name. */
  readonly name: string;
  /** Its base image. */
  readonly from: string;
  readonly steps: readonly Step[];
}

/** A step of a stage. Every other instruction of a Dockerfile is refused. */
export type Step =
  | { readonly does: 'workdir'; readonly path: string }
  | { readonly does: 'run'; readonly command: string }
  | {
      readonly does: 'copy';
      /** The stage of the sources; undefined for the context. */
      readonly stage: string | undefined;
      readonly owner: string | undefined;
      readonly sources: readonly string[];
      readonly to: string;
    }
  | { readonly does: 'set'; readonly setting: Setting };

/** A setting of an image for its containers. */
export type Setting =
  | { readonly of: 'env' | 'label' | 'arg'; readonly values: Readonly<Record<string, string>> }
  | { readonly of: 'user' | 'port'; readonly value: string }
  | { readonly of: 'volume' | 'entrypoint' | 'command' | 'health'; readonly words: readonly string[] };

/**
 * Returns the stages of a Dockerfile.
 * @throws for an unsupported instruction
 */
export function readDockerfile(text: string): readonly Stage[] {
  const stages: (Stage & { readonly steps: Step[] })[] = [];
  for (const instruction of DockerfileParser.parse(text).getInstructions()) {
    if (instruction.getKeyword() === 'FROM') {
      const from = instruction as From;
      stages.push({ name: from.getBuildStage() ?? '', from: from.getImage() ?? '', steps: [] });
    } else stages.at(-1)?.steps.push(stepOf(instruction));
  }
  return stages;
}

function stepOf(instruction: Instruction): Step {
  const content = instruction.getArgumentsContent() ?? '';
  switch (instruction.getKeyword()) {
    case 'WORKDIR':
      return { does: 'workdir', path: content };
    case 'RUN':
      return { does: 'run', command: content };
    case 'COPY':
      return copyOf(instruction as Copy);
    case 'USER':
      return { does: 'set', setting: { of: 'user', value: content } };
    case 'EXPOSE':
      return { does: 'set', setting: { of: 'port', value: content } };
    case 'ENV':
    case 'LABEL':
    case 'ARG': {
      const of = instruction.getKeyword().toLowerCase() as 'env' | 'label' | 'arg';
      return { does: 'set', setting: { of, values: valuesOf(instruction as PropertyInstruction) } };
    }
    case 'VOLUME':
      return { does: 'set', setting: { of: 'volume', words: wordsOf(instruction) } };
    case 'ENTRYPOINT':
      return { does: 'set', setting: { of: 'entrypoint', words: wordsOf(instruction) } };
    case 'CMD':
      return { does: 'set', setting: { of: 'command', words: wordsOf(instruction) } };
    case 'HEALTHCHECK': {
      const [, words] = /\bCMD (\[.*\])$/.exec(content) ?? [];
      if (words === undefined) throw new Error('HEALTHCHECK is not in exec form');
      return { does: 'set', setting: { of: 'health', words: JSON.parse(words) as string[] } };
    }
    default:
      throw new Error(`the test does not know ${instruction.getKeyword()}`);
  }
}

function copyOf(copy: Copy): Step {
  const flags = new Map(copy.getFlags().map(flag => [flag.getName(), flag.getValue() ?? '']));
  const words = copy.getArguments().map(each => each.getValue());
  const to = words.pop() ?? '';
  return { does: 'copy', stage: flags.get('from'), owner: flags.get('chown'), sources: words, to };
}

function valuesOf(instruction: PropertyInstruction): Record<string, string> {
  return Object.fromEntries(instruction.getProperties().map(each => [each.getName(), each.getValue() ?? '']));
}

/** @throws for an instruction in shell form */
function wordsOf(instruction: Instruction): readonly string[] {
  const strings = (instruction as JSONInstruction).getJSONStrings();
  if (strings.length === 0) throw new Error(`${instruction.getKeyword()} is not in exec form`);
  return strings.map(each => each.getJSONValue());
}
