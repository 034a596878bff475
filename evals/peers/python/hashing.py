"""Mnema's hashing encoder (models/text-encoder/hashing.ts), so that every system compares texts by the same vectors."""

import functools
import math
import re

DIMENSION = 384
SEED = 0x2545F491
GRAM_WEIGHT = 0.35
GRAM = 4
WORD = re.compile(r"[^\W_]+")


def encode(text):
    """A unit vector of 384 numbers."""
    total = [0.0] * DIMENSION
    for word in WORD.findall(text.lower()):
        for place, weight in _features(word):
            total[place] += weight
    length = math.sqrt(sum(value * value for value in total))
    return [value / length for value in total] if length else total


@functools.lru_cache(maxsize=100_000)
def _features(word):
    grams = range(len(word) - GRAM + 1) if len(word) > GRAM else ()
    return [_feature(word, 1.0), *(_feature(word[start : start + GRAM], GRAM_WEIGHT) for start in grams)]


def _feature(piece, weight):
    hashed = SEED ^ len(piece)
    for character in piece:
        hashed = ((hashed ^ ord(character)) * 0x01000193) & 0xFFFFFFFF
    hashed ^= hashed >> 15
    hashed = (hashed * 0x85EBCA6B) & 0xFFFFFFFF
    hashed ^= hashed >> 13
    return (hashed >> 1) % DIMENSION, weight if hashed & 1 else -weight
