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
  /** How other stages call it; the last one has no name. */
  readonly name: string;
  /** The image that it begins with. */
  readonly from: string;
  readonly steps: readonly Step[];
}

/** What happens in a stage. Everything else that a Dockerfile has is refused. */
export type Step =
  | { readonly does: 'workdir'; readonly path: string }
  | { readonly does: 'run'; readonly command: string }
  | {
      readonly does: 'copy';
      /** The stage that it comes from; the context where it is left out. */
      readonly stage: string | undefined;
      readonly owner: string | undefined;
      readonly sources: readonly string[];
      readonly to: string;
    }
  | { readonly does: 'set'; readonly setting: Setting };

/** What an image says of how it is run. */
export type Setting =
  | { readonly of: 'env' | 'label' | 'arg'; readonly values: Readonly<Record<string, string>> }
  | { readonly of: 'user' | 'port'; readonly value: string }
  | { readonly of: 'volume' | 'entrypoint' | 'command' | 'health'; readonly words: readonly string[] };

/** The stages of a Dockerfile. @throws where it has what is not known here */
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

/** @throws where it is not in the form that needs no shell */
function wordsOf(instruction: Instruction): readonly string[] {
  const strings = (instruction as JSONInstruction).getJSONStrings();
  if (strings.length === 0) throw new Error(`${instruction.getKeyword()} is not in exec form`);
  return strings.map(each => each.getJSONValue());
}
