import { Injectable } from '@nestjs/common';
import { Settings } from '../config/settings.js';
import { EVERYBODY } from '../shared/caller.js';
import type { Caller } from '../shared/caller.js';
import { Problem } from '../shared/problem.js';

/** Finds out who is calling. */
@Injectable()
export class AccessService {
  constructor(private readonly settings: Settings) {}

  /** Throws `unauthenticated` when the caller is not known; with `AUTH=required` nobody is, until there are callers. */
  identify(): Caller {
    if (this.settings.auth === 'none') return EVERYBODY;
    throw new Problem('unauthenticated', 'Please say who you are.');
  }
}
